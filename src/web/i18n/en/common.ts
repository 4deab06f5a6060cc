/** Words that every screen shares. */
export const common = {
  error: "Error",
  success: "Success",
  close: "Close",
  dismiss: "Dismiss",
  cancel: "Cancel",
  save: "Save",
  saving: "Saving...",
  loading: "Loading...",
  retry: "Retry",
  listEnd: "End of the list",
  version: "version {{version}}",
  clearFilters: "Clear filters",
  clearSearch: "Clear the search",
  requestId: "Request id: {{requestId}}",
  offline: "The server cannot be reached. Nothing you typed is lost: check the connection and try again.",
  part: {
    away: "The server cannot be reached. This opens by itself when it answers again.",
    missing: "This could not be loaded. Save what you typed, then load the page again.",
  },
  languageFailed: "{{language}} could not be loaded",
  unexpected: "Something went wrong on this page.",
} as const;
