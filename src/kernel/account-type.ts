export const accountTypes = ["personal", "business", "customer", "company", "partner", "hawala_partner"] as const;
export type AccountType = (typeof accountTypes)[number];

/** Those the entry forms offer. */
export const offeredAccountTypes = ["customer", "company", "partner", "hawala_partner"] as const satisfies readonly AccountType[];

export const accountStatuses = ["active", "inactive", "suspended", "closed"] as const;
export type AccountStatus = (typeof accountStatuses)[number];
