/** What a reference in a configuration file may name. */
export interface Variables {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The folder the file belongs to, for `${workspaceFolder}`. */
  readonly workspace: string;
  /** `process.platform` is `win32` where paths have backslashes. */
  readonly separator: string;
}

const REFERENCE = /\$\{([^{}]*)\}/g;
const NAME = /^[A-Za-z_]\w*$/;

/**
 * Replaces the references of a text: `${NAME}`, `${NAME:-default}`, `${env:NAME}`, and the folders editors name.
 *
 * @param text - a value of a configuration file
 * @param variables - what can be named
 * @returns the text, or what is wrong with it
 */
export function expand(text: string, variables: Variables): { text: string } | { problem: string } {
  let problem: string | undefined;
  const expanded = text.replace(REFERENCE, (whole, inner: string) => {
    const value = lookUp(inner, variables);
    if (typeof value === "string") return value;
    problem ??= value.problem;
    return whole;
  });
  return problem === undefined ? { text: expanded } : { problem };
}

function lookUp(inner: string, variables: Variables): string | { problem: string } {
  switch (inner) {
    case "userHome":
      return variables.home;
    case "workspaceFolder":
      return variables.workspace;
    case "pathSeparator":
    case "/":
      return variables.separator;
    default:
  }
  if (inner.startsWith("input:")) {
    return {
      problem: `\${${inner}} is asked for by VS Code, and cannot be asked for here: use \${env:NAME} instead`,
    };
  }
  const [reference = "", ...rest] = inner.split(":-");
  const name = reference.replace(/^env:/, "");
  if (!NAME.test(name)) return { problem: `\${${inner}} names nothing that is known here` };
  const value = variables.env[name];
  if (value !== undefined && (value !== "" || rest.length === 0)) return value;
  return rest.length === 0 ? { problem: `the environment variable ${name} is not set` } : rest.join(":-");
}
