// It imports nothing: the server reads it before it knows whether this Node can run the rest.
const lookEveryMs = 250;
// Looked at before anything is done: that takes a while, in which it may end.
const parentAtFirst = process.ppid;

/**
 * npm tells a signal to the shell that it runs a script in, and some (dash) end of it without handing it on. Windows has other signals,
 * and `exec` in the script would be no command there. Calls back once the shell of that script is gone; answers what ends the looking.
 */
export function onceShellIsGone(script: string, end: () => void): () => void {
  if (process.env["npm_lifecycle_event"] !== script) return () => undefined;
  const looking = setInterval(() => {
    if (process.ppid === parentAtFirst) return;
    clearInterval(looking);
    end();
  }, lookEveryMs);
  return () => clearInterval(looking);
}
