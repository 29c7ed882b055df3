import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { useMay } from '../../api/permissions.ts';
import { useResources } from '../../api/queries/resources.ts';
import { policiesQuery } from '../../api/queries/terms.ts';
import type { ResourceRecord } from '../../api/records.ts';
import { useWrite } from '../../api/use-write.ts';
import { useRead } from '../../api/use-read.ts';
import type { Policy } from '../../domain/terms/policy-draft.ts';
import { policySentences } from '../../domain/terms/policy-words.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { ConfirmDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { PolicyEditor } from './policy-editor.tsx';
import css from './terms.module.css';

export function Policies() {
  const { terms: texts } = useTexts();
  const { data, error, refetch } = useRead(policiesQuery);
  return (
    <>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && <p>{texts.noPolicies}</p>}
      {data && data.length > 0 && (
        <Table
          label={texts.policies}
          columns={[
            texts.code,
            texts.name,
            numbers(texts.version),
            texts.plans,
            texts.summary,
            { title: texts.action, isHidden: true },
          ]}
        >
          {data.map((policy) => (
            <PolicyRow key={policy.code} policy={policy} />
          ))}
        </Table>
      )}
    </>
  );
}

function PolicyRow({ policy }: { readonly policy: Policy }) {
  const texts = useTexts();
  const formats = useFormats();
  const may = useMay();
  const plans = plansOf(policy.code, useResources().list);
  return (
    <tr data-policy={policy.code}>
      <td>
        <code>{policy.code}</code>
      </td>
      <td className={css.name}>
        <bdi>{policy.name}</bdi> {policy.default && <Chip kind="accent">{texts.terms.isDefault}</Chip>}
      </td>
      <td className="number">{policy.version}</td>
      <td className={css.plans}>
        <bdi>{plans.length === 0 ? texts.terms.noPlans : plans.join(', ')}</bdi>
      </td>
      <td className={css.said}>
        <ul className={css.sentences}>
          {policySentences(policy, texts.policy, formats).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </td>
      <td className={css.actions}>{may('operate') && <PolicyActions policy={policy} plans={plans} />}</td>
    </tr>
  );
}

/** Plans, and resources that are sold without one. */
function plansOf(code: string, resources: readonly ResourceRecord[]): string[] {
  const same = (other: string | null): boolean => other?.toLowerCase() === code.toLowerCase();
  const names = resources.flatMap(({ name, cancellationPolicyCode, ratePlans }) => [
    ...(same(cancellationPolicyCode) ? [name] : []),
    ...ratePlans.filter((plan) => same(plan.cancellationPolicyCode)).map((plan) => plan.name),
  ]);
  return [...new Set(names)];
}

interface PolicyActionsProps {
  readonly policy: Policy;
  readonly plans: readonly string[];
}

function PolicyActions({ policy, plans }: PolicyActionsProps) {
  const { terms: texts } = useTexts();
  const client = useQueryClient();
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const close = (): void => setOpen(null);
  const { run, isBusy, error } = useWrite(() => lodging.cancellationPolicies.delete(policy.code), {
    says: () => texts.deleted(policy.name),
    after: () => client.invalidateQueries({ queryKey: policiesQuery.queryKey }),
  });
  return (
    <>
      <Button kind="quiet" aria-label={texts.changeThis(policy.name)} onPress={() => setOpen('change')}>
        {texts.change}
      </Button>
      <Button kind="quiet" aria-label={texts.deleteThis(policy.name)} onPress={() => setOpen('delete')}>
        {texts.deleteForGood}
      </Button>
      {open === 'change' && <PolicyEditor policy={policy} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={texts.deleteThis(policy.name)}
          words={texts.deletePolicyQuestion}
          confirm={texts.deleteForGood}
          isBusy={isBusy}
          onConfirm={() => run(undefined)}
          onClose={close}
        >
          <Refusal error={error} onTryAgain={() => run(undefined)} isBusy={isBusy}>
            {plans.length > 0 && <p>{texts.usedBy(plans.join(', '))}</p>}
          </Refusal>
        </ConfirmDialog>
      )}
    </>
  );
}
