import { useLocalStorage } from "@mantine/hooks";

/** The roll of a receipt printer, or half a sheet. */
export const voucherSizes = ["80mm", "a5"] as const;
export type VoucherSize = (typeof voucherSizes)[number];

export function isVoucherSize(text: unknown): text is VoucherSize {
  return voucherSizes.some((size) => size === text);
}

/** What this desk's printer takes, remembered in its browser. */
export function useVoucherSize(): readonly [VoucherSize, (size: VoucherSize) => void] {
  const [size, setSize] = useLocalStorage<VoucherSize>({
    key: "sarraf-voucher-size",
    defaultValue: "80mm",
    getInitialValueInEffect: false,
    deserialize: (text) => (isVoucherSize(text) ? text : "80mm"),
    serialize: (chosen) => chosen,
  });
  return [size, setSize];
}
