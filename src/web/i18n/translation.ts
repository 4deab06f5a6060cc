/** What a catalogue of another language has to say of a part of the English one: every text, and none besides. */
export type Translation<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>;
};
