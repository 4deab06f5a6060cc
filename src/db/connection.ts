/** Where a database is and as whom to connect: what `pg` needs, and nothing about how the connection is used. */
export interface Connection {
  readonly connectionString?: string;
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  /** Startup options, as in `-c role=sarraf_app`. */
  readonly options?: string;
  /**
   * Leads through a pooler that lends a session of the database for one transaction at a time: nothing of a session can be set
   * or kept, and what is set at a start belongs to the role instead.
   */
  readonly isPooled?: boolean;
}

/** The role that owns the database and everything in it; migrations, backup and restore run as it. */
export const ownerRole = "sarraf_owner";
/** The role the server works as; migrations grant it exactly what it needs. */
export const applicationRole = "sarraf_app";
/** The name of the database in the embedded cluster. */
export const databaseName = "sarraf";

/** The same server and role, another database. */
export function inDatabase(connection: Connection, database: string): Connection {
  if (connection.connectionString === undefined) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { ...connection, connectionString: url.href };
}
