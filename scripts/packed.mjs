// Packs everything and installs the tarballs alone; prints the folder. The bench measures imports there.
import { consumer, install, pack } from "./lib/tarballs.mjs";

await pack();
install();
console.log(consumer);
