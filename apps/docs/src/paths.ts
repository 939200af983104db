import { fileURLToPath } from "node:url";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The root of the repository. */
export const root: string = at("../../../");
/** The pages people write. */
export const docs: string = at("../../../docs/");
/** Where the reference is generated: pages among those of `docs`, but not kept. */
export const api: string = at("../../../docs/api/");
/** This app. */
export const app: string = at("../");
