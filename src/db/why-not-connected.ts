import { codeOf } from "#kernel/error-code.ts";

import { reasonOf } from "./start-error.ts";
import { isUntrusted } from "./tls-files.ts";

// What pg says itself where a password is asked for and the address has none.
const noPassword = /^SASL: .*client password must be/;

/** A wrong or missing password, or a user whom the database does not know or let in from here. */
function isNotAdmitted(error: unknown): boolean {
  return ["28P01", "28000"].includes(codeOf(error) ?? "") || noPassword.test(reasonOf(error));
}

/** What an operator is told of an address whose database could not be spoken to; `lookAt` is what to look at where nothing else is known. */
export function whyNotConnected(error: unknown, variable: string, lookAt: string): string {
  const reason = reasonOf(error);
  if (isNotAdmitted(error)) {
    return `The database of ${variable} does not admit the user of that address (${reason}): check user and password.`;
  }
  if (isUntrusted(error)) {
    return `The database of ${variable} shows a certificate that nobody vouches for (${reason}): name the file of the authority that signed it in the address, as sslrootcert.`;
  }
  return `The database of ${variable} cannot be reached (${reason}): check the address${lookAt}.`;
}
