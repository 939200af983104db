/** This library's version, sent as the default `clientInfo`; a test keeps it equal to package.json. */
export const VERSION = "0.1.0";
