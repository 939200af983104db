export { stdio } from "@snodo/stdio";
