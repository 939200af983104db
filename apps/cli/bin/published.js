#!/usr/bin/env node
import module from "node:module";

// Since Node 22: what was compiled for the last command need not be compiled again.
module.enableCompileCache?.();
import("../bundle/index.js").catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
