// How a check script ends: the problems, one a line, or one line that says what was checked.

/**
 * @param {string} title
 * @param {readonly string[]} problems
 * @param {string} summary
 */
export function finish(title, problems, summary) {
  for (const problem of problems) console.error(`${title}: ${problem}`);
  if (problems.length === 0) console.log(`${title}: ${summary}`);
  else process.exitCode = 1;
}
