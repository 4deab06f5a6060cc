/** The images an account has. */
export const imageKinds = ["picture", "signature"] as const;
export type ImageKind = (typeof imageKinds)[number];
