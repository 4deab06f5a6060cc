import type { Role } from "#contract/permissions.ts";
import type { User } from "#contract/users.ts";

/** What the forms of a user hold. */
export type UserForm = {
  username: string;
  fullName: string;
  email: string;
  phone: string;
  role: Role;
  /** Never read from the server: empty keeps the current one. */
  password: string;
  isActive: boolean;
  mustChangePassword: boolean;
};

export type UserField = keyof UserForm;

/** A new user starts as the least of the roles, with a password that only its owner will know after the first sign-in. */
export const blankUser: UserForm = {
  username: "",
  fullName: "",
  email: "",
  phone: "",
  role: "user",
  password: "",
  isActive: true,
  mustChangePassword: true,
};

/** The form of a stored user. */
export function userFormOf(user: User): UserForm {
  const { username, fullName, email, phone, role, isActive, mustChangePassword } = user;
  return {
    username,
    fullName: fullName ?? "",
    email: email ?? "",
    phone: phone ?? "",
    role,
    password: "",
    isActive,
    mustChangePassword,
  };
}
