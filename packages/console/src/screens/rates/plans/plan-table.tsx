import { useState } from 'react';
import { useMay } from '../../../api/permissions.ts';
import type { ResourceRecord } from '../../../api/records.ts';
import { siblingsOf } from '../../../domain/prices/price-rows.ts';
import type { PriceRow } from '../../../domain/prices/price-rows.ts';
import { useFormats, useTexts } from '../../../texts/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/state-chip.tsx';
import { numbers, Table } from '../../../ui/table.tsx';
import { PlanEditor } from './plan-editor.tsx';
import css from './plans.module.css';
import { PricingEditor } from './pricing-editor.tsx';
import { usePriceWords } from './use-price-words.ts';

interface PlanTableProps {
  readonly label: string;
  readonly rows: readonly PriceRow[];
  /** All of the room type. */
  readonly resources: readonly ResourceRecord[];
}

export function PlanTable({ label, rows, resources }: PlanTableProps) {
  const { prices: texts } = useTexts();
  return (
    <Table
      label={label}
      columns={[
        texts.plan,
        texts.resources,
        numbers(texts.base),
        texts.prices,
        { title: texts.action, isHidden: true },
      ]}
    >
      {rows.map((row) => (
        <PlanRow key={row.key} row={row} resources={resources} />
      ))}
    </Table>
  );
}

function PlanRow({
  row,
  resources,
}: {
  readonly row: PriceRow;
  readonly resources: readonly ResourceRecord[];
}) {
  const { prices: texts } = useTexts();
  const { price } = useFormats();
  const may = useMay();
  const words = usePriceWords();
  const { plan, pricing, currency } = row;
  const isDerived = (plan?.derivedFrom ?? null) !== null;
  const base = pricing?.baseAmountMinorUnits ?? null;
  const names = row.resources.map(({ name }) => name);
  return (
    <tr data-plan={plan?.code ?? ''}>
      <td>
        <bdi>{plan?.name ?? names[0]}</bdi> {plan && <code>{plan.code}</code>}{' '}
        {plan?.enabled === false && <Chip>{texts.notOnSale}</Chip>}
      </td>
      <td>
        <bdi>{names.join(', ')}</bdi>
      </td>
      <td className="number">{isDerived || base === null ? '–' : price(base, currency)}</td>
      <td className={css.words}>{words(row)}</td>
      <td className={css.actions}>{may('operate') && <RowActions {...{ row, resources, isDerived }} />}</td>
    </tr>
  );
}

interface RowActionsProps {
  readonly row: PriceRow;
  readonly resources: readonly ResourceRecord[];
  readonly isDerived: boolean;
}

function RowActions({ row, resources, isDerived }: RowActionsProps) {
  const { prices: texts } = useTexts();
  const [open, setOpen] = useState<'prices' | 'terms' | null>(null);
  const close = (): void => setOpen(null);
  const siblings = row.plan === null ? row.resources : siblingsOf(row, resources);
  const name = row.plan?.name ?? row.resources[0]?.name ?? '';
  const which = row.plan === null ? '' : `, ${row.resources.map((one) => one.name).join(', ')}`;
  return (
    <>
      {!isDerived && (
        <Button kind="quiet" aria-label={texts.pricesOf(name) + which} onPress={() => setOpen('prices')}>
          {texts.prices}
        </Button>
      )}
      {row.plan && (
        <Button kind="quiet" aria-label={texts.termsOf(name) + which} onPress={() => setOpen('terms')}>
          {texts.conditions}
        </Button>
      )}
      {open === 'prices' && <PricingEditor row={row} siblings={siblings} onClose={close} />}
      {open === 'terms' && row.plan && (
        <PlanEditor
          plan={row.plan}
          currency={row.currency}
          siblings={siblings}
          chosen={row.resources}
          onClose={close}
        />
      )}
    </>
  );
}
