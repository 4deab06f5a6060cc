/**
 * The user whom a command is for, from its one argument. Undefined, with a sentence on the error output, where that is missing or there
 * are several: of a name with a blank in it, the first word may be another's name.
 */
export function namedUser(command: string): string | undefined {
  const [, , username = "", ...more] = process.argv;
  if (username !== "" && more.length === 0) return username;
  console.error(`Say whose, in quotes where the name has a blank: npm run ${command} -- USERNAME`);
  return undefined;
}
