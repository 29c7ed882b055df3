import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { useMay } from '../../api/permissions.ts';
import { useResources } from '../../api/queries/resources.ts';
import { taxRulesQuery } from '../../api/queries/terms.ts';
import { useWrite } from '../../api/use-write.ts';
import { useRead } from '../../api/use-read.ts';
import type { TaxRule } from '../../domain/terms/tax-draft.ts';
import { inOrder, taxSentence } from '../../domain/terms/tax-words.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { ConfirmDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import { TaxEditor } from './tax-editor.tsx';
import css from './terms.module.css';
import { TryOut } from './try-out.tsx';

interface TaxesProps {
  /** The code of the rule that was saved last. */
  readonly saved: string | null;
  readonly onSaved: (code: string) => void;
}

export function Taxes({ saved, onSaved }: TaxesProps) {
  const { terms: texts } = useTexts();
  const may = useMay();
  const { data, error, refetch } = useRead(taxRulesQuery);
  return (
    <>
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && <p>{texts.noTaxes}</p>}
      {data && data.length > 0 && (
        <Table
          label={texts.taxes}
          columns={[
            texts.code,
            texts.name,
            texts.kind,
            texts.summary,
            texts.appliesTo,
            numbers(texts.position),
            { title: texts.action, isHidden: true },
          ]}
        >
          {inOrder(data).map((rule) => (
            <TaxRow key={rule.code} {...{ rule, onSaved }} />
          ))}
        </Table>
      )}
      {data && data.length > 0 && may('book') && <TryOut saved={saved} />}
    </>
  );
}

type TaxRowProps = Pick<TaxesProps, 'onSaved'> & { readonly rule: TaxRule };

function TaxRow({ rule, onSaved }: TaxRowProps) {
  const { terms: texts } = useTexts();
  const formats = useFormats();
  const may = useMay();
  return (
    <tr data-tax={rule.code}>
      <td>
        <code>{rule.code}</code>
      </td>
      <td className={css.name}>
        <bdi>{rule.name}</bdi> {!rule.enabled && <Chip>{texts.disabled}</Chip>}
      </td>
      <td>{texts.kinds[rule.kind]}</td>
      <td className={css.said}>{taxSentence(rule, texts, formats)}</td>
      <td className={css.plans}>
        <Scope scope={rule.appliesTo} />
      </td>
      <td className="number">{rule.position}</td>
      <td className={css.actions}>{may('operate') && <TaxActions {...{ rule, onSaved }} />}</td>
    </tr>
  );
}

/** Names of what it is limited to. */
function Scope({ scope }: { readonly scope: TaxRule['appliesTo'] }) {
  const { terms: texts } = useTexts();
  const { list } = useResources();
  if (scope === null) return texts.everything;
  const names = [
    ...(scope.kinds ?? []),
    ...list.filter(({ id }) => scope.resourceIds?.includes(id)).map(({ name }) => name),
    ...list.flatMap(({ roomType }) =>
      roomType !== null && scope.roomTypeIds?.includes(roomType.id) ? [roomType.name] : [],
    ),
    ...(scope.ratePlanCodes ?? []),
  ];
  return <bdi>{names.length === 0 ? texts.someStays : [...new Set(names)].join(', ')}</bdi>;
}

function TaxActions({ rule, onSaved }: TaxRowProps) {
  const { terms: texts } = useTexts();
  const client = useQueryClient();
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const close = (): void => setOpen(null);
  const { run, isBusy, error } = useWrite(() => lodging.taxRules.delete(rule.code), {
    says: () => texts.deleted(rule.name),
    after: () => client.invalidateQueries({ queryKey: taxRulesQuery.queryKey }),
  });
  return (
    <>
      <Button kind="quiet" aria-label={texts.changeThis(rule.name)} onPress={() => setOpen('change')}>
        {texts.change}
      </Button>
      <Button kind="quiet" aria-label={texts.deleteThis(rule.name)} onPress={() => setOpen('delete')}>
        {texts.deleteForGood}
      </Button>
      {open === 'change' && <TaxEditor {...{ rule, onSaved }} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={texts.deleteThis(rule.name)}
          words={texts.deleteTaxQuestion}
          confirm={texts.deleteForGood}
          isBusy={isBusy}
          onConfirm={() => run(undefined)}
          onClose={close}
        >
          <Refusal error={error} onTryAgain={() => run(undefined)} isBusy={isBusy} />
        </ConfirmDialog>
      )}
    </>
  );
}
