/** The texts of the dashboard. */
export const dashboard = {
  titleAdmin: "Admin Dashboard",
  titleOther: "Currency Portfolio Overview",
  overview: "Real-time overview of {{officeName}} on {{today}}",
  cash: {
    title: "Cash at shop",
    empty: "The till holds no money yet. A Credit brings in the first.",
    emptyOther: "The till holds no money yet.",
  },
  actions: {
    title: "Quick actions",
    newAccount: "Open an account for a customer, company or partner",
    accounts: "Find an account, see its balances, edit it",
    transfer: "Move an amount from one account to another",
    debit: "Pay out to the holder of an account",
    credit: "Take in money for an account",
  },
  books: {
    title: "Books",
    balanced: "Books balance",
    unbalanced: "Books do not balance",
    unknown: "Not verified yet",
    verifiedAt: "Verified {{when}}",
    explanation: "Every currency sums to zero, and every stored balance equals its postings.",
    neverVerified: "The books are verified every night.",
    faults_one: "{{count}} fault found",
    faults_other: "{{count}} faults found",
    verify: "Verify now",
    verifying: "Verifying...",
    failed: "Failed to verify the books",
  },
} as const;
