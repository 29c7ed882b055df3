import { useQueryClient } from '@tanstack/react-query';
import { lodging } from '../../api/lodging.ts';
import { useWrite } from '../../api/use-write.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import type { ButtonKind } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';

interface TestButtonProps {
  readonly id: string;
  readonly kind: ButtonKind;
  readonly onSent?: () => void;
}

export function TestButton({ id, kind, onSent }: TestButtonProps) {
  const { webhooks: texts } = useTexts();
  const client = useQueryClient();
  const { run, isBusy, error } = useWrite(() => lodging.webhookEndpoints.ping(id), {
    says: () => texts.tested,
    after: () => {
      onSent?.();
      return client.invalidateQueries({ queryKey: ['endpoint', id] });
    },
  });
  return (
    <>
      <Button kind={kind} isBusy={isBusy} onPress={() => run(undefined)}>
        {texts.test}
      </Button>
      <Refusal error={error} />
    </>
  );
}
