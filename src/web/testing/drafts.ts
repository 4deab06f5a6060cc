import { newIdempotencyKey } from "#web/lib/api.ts";
import { keepDraft } from "#web/ui/entry/drafts.ts";

import { admin } from "./stage.tsx";

/**
 * Has a form opened with these values, as a draft that was left in it: where they are only to stand there, at a third of what it costs to choose
 * and type them.
 */
export function leaveDraft(form: string, values: Record<string, unknown>): void {
  keepDraft({ userId: admin.id, form }, values, { key: newIdempotencyKey(), unanswered: false });
}
