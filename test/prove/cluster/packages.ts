import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** The Debian packages of the cluster, and the program of each that has to be there. */
const programs = {
  "postgresql-15": "/usr/lib/postgresql/15/bin/postgres",
  patroni: "/usr/bin/patroni",
  "etcd-server": "/usr/bin/etcd",
  pgbouncer: "/usr/sbin/pgbouncer",
  haproxy: "/usr/sbin/haproxy",
} as const;

export const programOf = programs;
export const postgresPrograms = "/usr/lib/postgresql/15/bin";

/** Tells Debian's packages to start no service, as an administrator of a machine would. */
const policy = "/usr/sbin/policy-rc.d";

/** Installs what is missing where that is possible; otherwise throws one sentence that names it. */
export function requirePackages(): void {
  const missing = Object.entries(programs).flatMap(([name, program]) => (existsSync(program) ? [] : [name]));
  if (missing.length === 0) return;
  const what = missing.join(", ");
  if (process.getuid?.() !== 0) throw new Error(`The packages ${what} are missing, and only root can install them.`);
  if (!isDebian12()) throw new Error(`The packages ${what} are missing, and this is no Debian 12 to install them on.`);
  install(missing);
}

function isDebian12(): boolean {
  if (!existsSync("/etc/os-release")) return false;
  const release = readFileSync("/etc/os-release", "utf8");
  return /^ID=debian$/m.test(release) && /^VERSION_ID="12"$/m.test(release);
}

/** Nothing of it runs by itself, neither now nor after the next start of the machine. */
function install(packages: readonly string[]): void {
  const isOurPolicy = !existsSync(policy);
  if (isOurPolicy) writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, stdio: "pipe", timeout: 600_000 } as const;
  try {
    execFileSync("/usr/bin/apt-get", ["update"], options);
    const also = packages.includes("patroni") ? ["python3-etcd"] : [];
    execFileSync("/usr/bin/apt-get", ["install", "-y", "--no-install-recommends", ...packages, ...also], options);
    if (existsSync("/run/systemd/system")) {
      const services = packages.map((name) => name.replace(/-server$|-15$/, ""));
      execFileSync("systemctl", ["disable", ...services], options);
    }
  } finally {
    if (isOurPolicy) rmSync(policy);
  }
}
