import type { ServerResponse } from "node:http";

/** What a page says. Static: nothing that came in is ever part of it. */
const PAGES = {
  accepted: [200, "Signed in", "You can close this window and go back to the application."],
  refused: [400, "Not signed in", "The application will tell you why. You can close this window."],
  ignored: [400, "Nothing to do here", "This address answers no sign-in that is under way."],
  gone: [410, "Already done", "This sign-in was answered before. You can close this window."],
  not_found: [404, "Not found", "There is nothing at this address."],
  method: [405, "Not allowed", "Only GET is answered here."],
} as const;

/** The name of a page. */
export type PageName = keyof typeof PAGES;

const HEADERS = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  connection: "close",
};

/**
 * Answers with a page.
 *
 * @param response - of the listener
 * @param name - which
 */
export function sendPage(response: ServerResponse, name: PageName): void {
  const [status, title, text] = PAGES[name];
  response.writeHead(status, { ...HEADERS, "content-type": "text/html; charset=utf-8" });
  response.end(
    `<!doctype html><meta charset="utf-8"><title>${title}</title>` +
      `<style>body{font:16px system-ui;margin:20vh auto;max-width:28em;text-align:center}</style>` +
      `<h1>${title}</h1><p>${text}</p>`,
  );
}

/**
 * Sends the browser on, so that the code leaves its address bar.
 *
 * @param response - of the listener
 * @param path - where the page is
 */
export function sendOn(response: ServerResponse, path: string): void {
  response.writeHead(303, { ...HEADERS, location: path });
  response.end();
}
