import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface LeaveQuestionProps {
  readonly asked: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/**
 * Asks whether something typed may be lost. It may stand over another dialog: its title is in its body, since two dialogs
 * with a header each would be two banners of one page.
 */
export function LeaveQuestion({ asked, onStay, onLeave }: LeaveQuestionProps) {
  const { t } = useTranslation("ui");
  return (
    <Modal.Root opened={asked} onClose={onStay} centered>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body pt="md">
          <Modal.Title mb="sm">{t("form.leaveTitle")}</Modal.Title>
          <Text size="sm">{t("form.leaveText")}</Text>
          <Group justify="flex-end" mt="md">
            <Button variant="default" data-autofocus onClick={onStay}>
              {t("form.stay")}
            </Button>
            <Button color="red" onClick={onLeave}>
              {t("form.leave")}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
