import { addDays, daysBetween } from '@lodging/format';
import { separatorsOf, writeAmount } from '../../domain/amount-input.ts';
import { changesOf, keyOfRow } from '../../domain/rates/rate-changes.ts';
import type { NightTarget, RateChange } from '../../domain/rates/rate-changes.ts';
import { isMixed, oneRate } from '../../domain/rates/read-nights.ts';
import type { RateDay } from '../../domain/rates/read-nights.ts';
import { useFormats, useLanguage, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { Notice, Refusal } from '../../ui/notice.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import css from './rates.module.css';
import type { Pending, PendingCell, PendingCells } from './use-pending.ts';
import { useSave } from './use-save.ts';
import type { Refused } from './use-save.ts';

interface ReviewDialogProps {
  readonly pending: Pending;
  readonly onClose: () => void;
}

/** Every request that "Save changes" sends, with what it replaces. */
export function ReviewDialog({ pending, onClose }: ReviewDialogProps) {
  const { rates: texts, common } = useTexts();
  const { save, isBusy, refused, meanwhile, error } = useSave(pending, onClose);
  const { cells, clear } = pending;
  const discard = (): void => {
    clear();
    onClose();
  };
  const changes = changesOf([...cells.values()]);
  return (
    <Dialog title={texts.review} onClose={onClose} isWide>
      {meanwhile > 0 && <Notice kind="warn">{texts.meanwhile(meanwhile)}</Notice>}
      <Table
        label={texts.review}
        columns={[texts.plan, texts.dates, texts.change, numbers(texts.nightsTimes)]}
      >
        {changes.map((change) => (
          <ChangeRow
            key={`${keyOfRow(change)} ${change.from}`}
            change={change}
            cells={cells}
            refused={refused}
          />
        ))}
      </Table>
      <Refusal error={error} onTryAgain={() => save(changes)} isBusy={isBusy} />
      <DialogActions>
        <Button kind="accent" data-autofocus isBusy={isBusy} onPress={() => save(changes)}>
          {texts.save}
        </Button>
        <Button kind="danger" onPress={discard} disabled={isBusy}>
          {texts.discard}
        </Button>
        <Button onPress={onClose}>{common.cancel}</Button>
      </DialogActions>
    </Dialog>
  );
}

interface ChangeRowProps {
  readonly change: RateChange;
  readonly cells: PendingCells;
  readonly refused: readonly Refused[];
}

function ChangeRow({ change, cells, refused }: ChangeRowProps) {
  const { shortDate } = useFormats();
  const { from, to, target } = change;
  const nights = daysBetween(from, to);
  const touched = Array.from({ length: nights }, (_, night) =>
    cells.get(`${keyOfRow(change)} ${addDays(from, night)}`),
  ).filter((cell) => cell !== undefined);
  const row = touched[0]?.row;
  const last = addDays(to, -1);
  const failure = refused.find(
    (one) => keyOfRow(one.change) === keyOfRow(change) && one.change.from === from,
  );
  return (
    <tr>
      <td>
        <bdi>{row?.resourceName ?? row?.roomTypeName}</bdi>, <bdi>{row?.name}</bdi>
      </td>
      <td>
        {shortDate(from)}
        {nights > 1 && ` – ${shortDate(last)}`}
      </td>
      <td>
        <ChangeWords target={target} touched={touched} currency={change.currency} />
        {failure !== undefined && <Refusal error={failure.error} />}
      </td>
      <td className="number">
        {nights} × {row?.resources}
      </td>
    </tr>
  );
}

interface ChangeWordsProps {
  readonly target: NightTarget;
  readonly touched: readonly PendingCell[];
  readonly currency: string;
}

/** Old and new of each value that changes. */
function ChangeWords({ target, touched, currency }: ChangeWordsProps) {
  const lines = useLines(currency);
  return (
    <ul className={css.lines}>
      {lines(target, touched).map(({ name, before, after }) => (
        <li key={name}>
          {name} <del>{before}</del> → <strong>{after}</strong>
        </li>
      ))}
    </ul>
  );
}

interface Line {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

function useLines(currency: string) {
  const { rates: texts, common } = useTexts();
  const separators = separatorsOf(useLanguage());
  const amount = (minorUnits: bigint): string => writeAmount(minorUnits, currency, separators);
  const nightly = (day: RateDay): string => {
    const one = oneRate(day);
    return one === null ? (isMixed(day) ? texts.mixed : common.none) : amount(one);
  };
  const flag = (n: number, resources: number): string =>
    n === 0 ? common.no : n === resources ? common.yes : texts.mixed;
  const span = ({ lowest, highest }: RateDay['minStayNights']): string =>
    lowest === highest ? String(lowest ?? common.none) : texts.mixed;
  return (target: NightTarget, touched: readonly PendingCell[]): Line[] => {
    const before = (of: (cell: PendingCell) => string): string => {
      const all = new Set(touched.map(of));
      return all.size === 1 ? ([...all][0] ?? common.none) : texts.mixed;
    };
    const flags = (['stopSell', 'closedToArrival', 'closedToDeparture'] as const).map((key) => ({
      name: { stopSell: texts.stopSale, ...texts }[key],
      before: before(({ before: day, row }) => flag(day[key], row.resources)),
      after: target[key] === true ? common.yes : common.no,
      isMeant: target[key] !== undefined,
    }));
    const lengths = (['minStayNights', 'maxStayNights'] as const).map((key) => ({
      name: key === 'minStayNights' ? texts.minimumStay : texts.maximumStay,
      before: before(({ before: day }) => span(day[key])),
      after: String(target[key] ?? texts.ofPlan),
      isMeant: target[key] !== undefined,
    }));
    const price = {
      name: texts.price,
      before: before(({ before: day }) => nightly(day)),
      after: target.nightly === null || target.nightly === undefined ? texts.base : amount(target.nightly),
      isMeant: target.nightly !== undefined,
    };
    return [price, ...lengths, ...flags].filter(({ isMeant }) => isMeant);
  };
}
