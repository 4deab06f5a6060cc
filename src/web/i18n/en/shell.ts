/** The texts of the frame around every page. */
export const shell = {
  brand: "Sarraf",
  subtitle: "Account Management System",
  skip: "Skip to the content",
  navigation: "Main navigation",
  menu: "Menu",
  openMenu: "Open menu",
  closeMenu: "Close menu",
  lightMode: "Switch to light mode",
  darkMode: "Switch to dark mode",
  roles: { admin: "Admin", operator: "Operator", user: "User" },
  sections: { accountOperations: "Account Operations", transactions: "Transactions" },
  pages: {
    dashboard: "Dashboard",
    newAccount: "New Account",
    accounts: "Old Account Edit",
    transfer: "Transfer",
    debit: "Debit",
    credit: "Credit",
  },
  notFound: {
    title: "Page Not Found",
    text: "There is no page at this address.",
    back: "Go to Dashboard",
  },
  noAccess: {
    title: "No Access",
    text: "This page is for administrators. Ask one of them if you need it.",
  },
  failed: { title: "This page could not be shown" },
  away: {
    title: "The server cannot be reached",
    text: "Nothing you typed is lost. Trying again by itself until it answers.",
  },
  start: {
    failed: "The office could not be opened",
    reason: "The server did not answer as it should",
  },
} as const;
