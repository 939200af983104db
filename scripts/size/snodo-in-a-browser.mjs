// What a page loads of the umbrella; the bundler takes the `browser` condition. Measured by `npm run size`.
export { connect, direct } from "../../packages/snodo/dist/index.js";
