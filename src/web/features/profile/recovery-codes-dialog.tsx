import { Modal, type ModalProps } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "#web/lib/toast.ts";

import { RecoveryCodes } from "./recovery-codes.tsx";

interface RecoveryCodesDialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly size?: ModalProps["size"];
  /** What is said once the codes are kept. */
  readonly done: string;
  readonly onClose: () => void;
  /** What comes before the codes, given where to put them. */
  readonly children: (show: (codes: readonly string[]) => void) => ReactNode;
}

/**
 * A dialog that ends with recovery codes, which are shown this once: what closes any other dialog by the way does not close them, and
 * where the dialog was closed while they were on their way, it opens again.
 */
export function RecoveryCodesDialog({ opened, title, size = "md", done, onClose, children }: RecoveryCodesDialogProps) {
  const { t } = useTranslation(["profile", "common"]);
  const [codes, setCodes] = useState<readonly string[]>();
  const mustStay = codes !== undefined;
  const close = (): void => {
    setCodes(undefined);
    onClose();
  };
  const kept = (): void => {
    close();
    toast.success(done);
  };
  return (
    <Modal
      opened={opened || mustStay}
      onClose={close}
      title={mustStay ? t("profile:recovery.title") : title}
      size={size}
      closeOnClickOutside={false}
      closeOnEscape={!mustStay}
      withCloseButton={!mustStay}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      {mustStay ? <RecoveryCodes codes={codes} onKept={kept} /> : opened ? children(setCodes) : null}
    </Modal>
  );
}
