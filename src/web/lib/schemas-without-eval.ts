import { z } from "zod";

// Schemas try whether they may write code of their own, which the content security policy refuses: each start of the product would be
// told as a violation of it, in Firefox in the console too.
z.config({ jitless: true });
