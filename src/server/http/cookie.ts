import { hash, randomBytes } from "node:crypto";

const tokenBytes = 32;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** A fresh session's secret: 256 random bits. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString("base64url");
}

/** What of a token is stored: its SHA-256. */
export function tokenHash(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** How the session's cookie is named and set. On https its name pins it to this host, the whole site and TLS. */
export interface SessionCookie {
  /** The session's token from a Cookie header; undefined where there is none or it cannot be one. */
  read(header: string | undefined): string | undefined;
  set(token: string): string;
  clear(): string;
}

/** The cookie of the office at this address, which decides by its scheme how the cookie is called and whether it needs TLS. */
export function createSessionCookie(publicUrl: string): SessionCookie {
  const isHttps = publicUrl.startsWith("https:");
  const name = isHttps ? "__Host-sid" : "sid";
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isHttps ? "; Secure" : ""}`;
  const start = `${name}=`;
  return {
    read(header) {
      if (header === undefined) return undefined;
      for (const part of header.split(";")) {
        const pair = part.trimStart();
        if (!pair.startsWith(start)) continue;
        const token = pair.slice(start.length).trimEnd();
        if (tokenPattern.test(token)) return token;
      }
      return undefined;
    },
    set: (token) => `${start}${token}; ${attributes}`,
    clear: () => `${start}; ${attributes}; Max-Age=0`,
  };
}
