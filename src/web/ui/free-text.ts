/**
 * A field of free text runs in the direction of what is written in it, in Persian or in English. Given to the field as `dir`, it
 * would arrive at the frame around the input, where browsers do not look at what is typed.
 */
export const freeText = { attributes: { input: { dir: "auto" } } } as const;
