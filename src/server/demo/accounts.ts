import type { AccountStatus, AccountType } from "#kernel/account-type.ts";

import type { Chooser } from "./random.ts";

/** Currency ids of the start data. */
export const AFN = 1;
export const USD = 2;
export const EUR = 3;
export const PKR = 4;

/** An account of the invented office. */
export interface DemoAccount {
  readonly accountName: string;
  readonly lastName?: string;
  readonly fatherName?: string;
  readonly tazkiraNumber?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly dateOfBirth?: string;
  readonly address?: string;
  readonly currencyId: number;
  readonly accountType: AccountType;
  /** As it stands at the end of the ninety days; everyone starts active. */
  readonly accountStatus?: AccountStatus;
  /** What is paid to it is spent. */
  readonly isExpense?: boolean;
}

/** The house's partners, in an order that gives London the code 2001 and the branches 1007 and 2007. */
const partners: readonly DemoAccount[] = [
  {
    accountName: "London Office",
    currencyId: USD,
    accountType: "hawala_partner",
    phone: "+44 20 7946 0012",
    address: "Whitechapel, London",
  },
  {
    accountName: "Peshawar Office",
    currencyId: PKR,
    accountType: "hawala_partner",
    phone: "+92 91 555 0173",
    address: "Chowk Yadgar, Peshawar",
  },
  {
    accountName: "Hamburg Office",
    currencyId: EUR,
    accountType: "hawala_partner",
    phone: "+49 40 5550 128",
    address: "Steindamm, Hamburg",
  },
  {
    accountName: "Dubai Office",
    currencyId: USD,
    accountType: "hawala_partner",
    phone: "+971 4 555 0199",
    address: "Deira, Dubai",
  },
];

const companies: readonly DemoAccount[] = [
  { accountName: "Bank Account", currencyId: USD, accountType: "company" },
  { accountName: "Bank Account Afghani", currencyId: AFN, accountType: "company" },
  { accountName: "Rent", currencyId: AFN, accountType: "company", isExpense: true },
  { accountName: "Salaries", currencyId: AFN, accountType: "company", isExpense: true },
  { accountName: "Electricity and Internet", currencyId: AFN, accountType: "company", isExpense: true },
  { accountName: "Kitchen and Guests", currencyId: AFN, accountType: "company", isExpense: true },
];

const branches: readonly DemoAccount[] = [
  {
    accountName: "Branch Herat Afghani",
    currencyId: AFN,
    accountType: "partner",
    phone: "0700 555 071",
    address: "Chahar Suq, Herat",
  },
  {
    accountName: "Branch Herat Dollar",
    currencyId: USD,
    accountType: "partner",
    phone: "0700 555 072",
    address: "Chahar Suq, Herat",
  },
];

const capital: DemoAccount = { accountName: "Owner's Capital", currencyId: USD, accountType: "partner" };

const givenNames = [
  "Ahmad",
  "Mirwais",
  "Zarmina",
  "Najib",
  "Farida",
  "Gul Agha",
  "Shabnam",
  "Tariq",
  "Laila",
  "Wahid",
  "Parwana",
  "Nasrin",
  "Idris",
  "Roya",
  "Haroun",
  "Soraya",
  "Yusuf",
  "Mina",
  "Karim",
  "Palwasha",
  "Omid",
  "Zahra",
  "Sharif",
  "Latifa",
] as const;
const lastNames = [
  "Noori",
  "Safi",
  "Barakzai",
  "Hotak",
  "Wardak",
  "Andar",
  "Sultani",
  "Amiri",
  "Popal",
  "Rahimi",
  "Stanekzai",
  "Faizi",
] as const;
const streets = [
  "Shahr-e Naw",
  "Kote Sangi",
  "Karte Char",
  "Khair Khana",
  "Makroyan",
  "Dasht-e Barchi",
  "Wazir Akbar Khan",
] as const;
const customerTypes: readonly AccountType[] = [
  "customer",
  "customer",
  "customer",
  "customer",
  "customer",
  "personal",
  "business",
];
const customerCount = 47;

/** About sixty accounts. The capital comes first: the first deposit is the owner's. */
export function demoAccounts(choose: Chooser): readonly DemoAccount[] {
  const customers = Array.from({ length: customerCount }, (_, index) => customer(index, choose));
  const numbered = {
    [AFN]: customers.filter((who) => who.currencyId === AFN),
    [USD]: customers.filter((who) => who.currencyId === USD),
  };
  const afghani = [...companies.filter((account) => account.currencyId === AFN), ...numbered[AFN]];
  const dollar = [
    ...partners.filter((account) => account.currencyId === USD),
    capital,
    ...companies.filter((account) => account.currencyId === USD),
    ...numbered[USD],
  ];
  const others = [...partners, ...customers].filter((account) => account.currencyId !== AFN && account.currencyId !== USD);
  const [branchAfghani, branchDollar] = branches;
  // The seventh account of each of the two currencies is a branch.
  return [
    ...afghani.toSpliced(6, 0, ...(branchAfghani ? [branchAfghani] : [])),
    ...dollar.toSpliced(6, 0, ...(branchDollar ? [branchDollar] : [])),
    ...others,
  ];
}

function customer(index: number, choose: Chooser): DemoAccount {
  const given = givenNames[index % givenNames.length] ?? "Ahmad";
  const accountStatus = index % 23 === 22 ? "suspended" : index % 17 === 16 ? "inactive" : "active";
  return {
    accountName: given,
    lastName: choose.oneOf(lastNames),
    fatherName: choose.oneOf(givenNames),
    tazkiraNumber: `${String(choose.between(1300, 1403))}-${String(choose.between(1000, 9999))}-${String(choose.between(10_000, 99_999))}`,
    phone: `07${String(choose.between(0, 9))}0 555 ${String(choose.between(100, 999))}`,
    ...(choose.happens(40) ? { email: `${given.toLowerCase().replace(" ", ".")}${String(index)}@example.com` } : {}),
    dateOfBirth: `${String(choose.between(1955, 2004))}-${String(choose.between(1, 12)).padStart(2, "0")}-${String(choose.between(1, 28)).padStart(2, "0")}`,
    address: `${choose.oneOf(streets)}, Kabul`,
    currencyId: choose.oneOf([AFN, AFN, AFN, USD, USD, USD, EUR, PKR]),
    accountType: choose.oneOf(customerTypes),
    accountStatus,
  };
}
