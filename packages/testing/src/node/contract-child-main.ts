import { contractServer } from "../contracts/contract-server.ts";
import { serveStdio } from "./serve-stdio.ts";

// The script behind `contractChild`.
serveStdio(contractServer());
