import type { BackupList } from "#contract/backups.ts";

/** An administrator who speaks to the API of a server. */
export async function adminOf(url: string) {
  const body = JSON.stringify({ username: "admin", password: "a long enough password" });
  const signedIn = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const send = (method: string, path: string): Promise<Response> => fetch(`${url}${path}`, { method, headers: { cookie } });
  return {
    status: signedIn.status,
    download: async (): Promise<Buffer> => Buffer.from(await (await send("GET", "/api/admin/backup-database")).arrayBuffer()),
    begin: () => send("POST", "/api/backups"),
    list: async (): Promise<BackupList> => (await (await send("GET", "/api/backups")).json()) as BackupList,
  };
}
