import { useMay } from '../../../api/permissions.ts';
import type { PriceRow } from '../../../domain/prices/price-rows.ts';
import { useFormats, useTexts } from '../../../texts/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/state-chip.tsx';
import { numbers, Table } from '../../../ui/table.tsx';
import css from './plans.module.css';
import { usePriceWords } from './use-price-words.ts';

type Open = (row: PriceRow, what: 'prices' | 'terms') => void;

interface PlanTableProps {
  readonly label: string;
  readonly rows: readonly PriceRow[];
  readonly onOpen: Open;
}

export function PlanTable({ label, rows, onOpen }: PlanTableProps) {
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
        <PlanRow key={row.key} row={row} onOpen={onOpen} />
      ))}
    </Table>
  );
}

function PlanRow({ row, onOpen }: { readonly row: PriceRow; readonly onOpen: Open }) {
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
      <td className={css.actions}>{may('operate') && <RowActions {...{ row, onOpen, isDerived }} />}</td>
    </tr>
  );
}

interface RowActionsProps {
  readonly row: PriceRow;
  readonly onOpen: Open;
  readonly isDerived: boolean;
}

function RowActions({ row, onOpen, isDerived }: RowActionsProps) {
  const { prices: texts } = useTexts();
  const name = row.plan?.name ?? row.resources[0]?.name ?? '';
  const which = row.plan === null ? '' : `, ${row.resources.map((one) => one.name).join(', ')}`;
  return (
    <>
      {!isDerived && (
        <Button kind="quiet" aria-label={texts.pricesOf(name) + which} onPress={() => onOpen(row, 'prices')}>
          {texts.prices}
        </Button>
      )}
      {row.plan && (
        <Button kind="quiet" aria-label={texts.termsOf(name) + which} onPress={() => onOpen(row, 'terms')}>
          {texts.conditions}
        </Button>
      )}
    </>
  );
}
