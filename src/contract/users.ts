import { z } from "zod";

import { newPassword } from "./auth.ts";
import { roles } from "./permissions.ts";
import { route } from "./route.ts";
import { instantReply, optionalText, requiredText } from "./text.ts";

const user = z.object({
  id: z.string(),
  username: z.string(),
  fullName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  isActive: z.boolean(),
  mustChangePassword: z.boolean(),
  /** Whether signing in takes a code as well. */
  hasSecondFactor: z.boolean(),
  version: z.int(),
  createdAt: instantReply,
  updatedAt: instantReply,
});
export type User = z.infer<typeof user>;

const tag = "users";
const params = z.object({ id: z.uuid("Not a valid id") });
const username = requiredText(100, "Username is required");
const email = z
  .string("Email is required")
  .trim()
  .min(1, { error: "Email is required", abort: true })
  .pipe(z.email("Not a valid email address").max(255, "At most 255 characters"))
  .meta({ format: "email" });
const role = z.enum(roles, { error: "Role must be admin, operator or user" });

export const listUsers = route({
  method: "GET",
  path: "/api/users",
  tag,
  summary: "All users",
  access: "admin",
  reply: z.array(user),
});

export const createUser = route({
  method: "POST",
  path: "/api/users",
  tag,
  summary: "Add a user",
  access: "admin",
  body: z.object({
    username,
    email,
    password: newPassword,
    role,
    fullName: optionalText(255),
    phone: optionalText(50),
    isActive: z.boolean().default(true),
    mustChangePassword: z.boolean().default(false),
  }),
  reply: user,
  status: 201,
});

export const updateUser = route({
  method: "PATCH",
  path: "/api/users/:id",
  tag,
  summary: "Edit a user; without a password the current one stays",
  access: "admin",
  versioned: true,
  params,
  body: z.object({
    username: username.optional(),
    email: email.optional(),
    role: role.optional(),
    password: z.union([newPassword, z.literal("")], "Give a text").optional(),
    fullName: optionalText(255),
    phone: optionalText(50),
    isActive: z.boolean().optional(),
    mustChangePassword: z.boolean().optional(),
  }),
  reply: user,
});

export const setUserStatus = route({
  method: "PATCH",
  path: "/api/users/:id/status",
  tag,
  summary: "Activate or deactivate a user; a deactivated user's sessions end",
  access: "admin",
  versioned: true,
  params,
  body: z.object({ isActive: z.boolean() }),
  reply: user,
});

export const deleteUser = route({
  method: "DELETE",
  path: "/api/users/:id",
  tag,
  summary: "Delete a user who has recorded nothing",
  access: "admin",
  params,
  reply: z.object({ message: z.string() }),
});

export const resetSecondFactor = route({
  method: "DELETE",
  path: "/api/users/:id/second-factor",
  tag,
  summary: "Take the second step away from another user who cannot pass it any more",
  access: "admin",
  params,
  reply: user,
});
