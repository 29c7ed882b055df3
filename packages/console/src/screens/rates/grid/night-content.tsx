import { separatorsOf, writeAmount } from '../../../domain/amount-input.ts';
import { isMixed, isOwn } from '../../../domain/rates/read-nights.ts';
import type { RateDay } from '../../../domain/rates/read-nights.ts';
import type { NightTarget } from '../../../domain/rates/rate-changes.ts';
import { useLanguage, useTexts } from '../../../texts/use-texts.ts';
import type { GridView } from './grid-view.ts';
import css from '../rates.module.css';
import type { RateRow } from '../use-rates.ts';

interface NightProps {
  readonly row: RateRow;
  readonly day: RateDay;
  readonly target: NightTarget;
  readonly view: GridView;
}

/** What a night costs and what is closed; what is not saved is new beside the old. */
export function NightContent(props: NightProps) {
  const { layer, isSelling } = props.view;
  // What is typed is a rate of the night: the price that a guest sees is known once it is saved.
  const isShownAsSold = isSelling && props.target.nightly === undefined;
  return (
    <>
      {layer !== 'restrictions' &&
        (isShownAsSold ? <SellingPrice {...props} /> : <NightlyPrice {...props} />)}
      {layer !== 'price' && <Limits {...props} />}
    </>
  );
}

function useAmounts(currency: string) {
  const separators = separatorsOf(useLanguage());
  return (minorUnits: string | bigint): string => writeAmount(minorUnits, currency, separators);
}

function NightlyPrice({ row, day, target }: NightProps) {
  const { rates: texts } = useTexts();
  const amount = useAmounts(row.currency);
  const read = <ReadPrice row={row} day={day} />;
  if (target.nightly === undefined) return <span className={css.price}>{read}</span>;
  return (
    <span className={css.price}>
      <del>{read}</del> <ins>{target.nightly === null ? texts.base : amount(target.nightly)}</ins>
    </span>
  );
}

/** Rates of their own are bold. */
function ReadPrice({ row, day }: Pick<NightProps, 'row' | 'day'>) {
  const { rates: texts } = useTexts();
  const amount = useAmounts(row.currency);
  const { lowestMinorUnits, highestMinorUnits } = day.nightly;
  if (lowestMinorUnits === null || highestMinorUnits === null)
    return (
      <span className={css.missing}>
        <span aria-hidden="true">–</span>
        <span className="hidden">{texts.noPrice}</span>
      </span>
    );
  if (isMixed(day))
    return (
      <span className={css.mixed} title={`${amount(lowestMinorUnits)} – ${amount(highestMinorUnits)}`}>
        {texts.mixed}
      </span>
    );
  if (!isOwn(day, row.resources)) return amount(lowestMinorUnits);
  return (
    <>
      <strong>{amount(lowestMinorUnits)}</strong> <span className="hidden">{texts.own}</span>
    </>
  );
}

function SellingPrice({ row, day }: NightProps) {
  const { rates: texts } = useTexts();
  const amount = useAmounts(row.currency);
  const { lowestMinorUnits: lowest, highestMinorUnits: highest } = day.selling;
  if (lowest === null || highest === null) return <ReadPrice row={row} day={day} />;
  return (
    <span className={css.price}>
      {lowest === highest ? (
        amount(lowest)
      ) : row.resourceId !== undefined ? (
        // The API has no selling price of a single resource: it is between these two.
        <span className={css.span}>
          {amount(lowest)}–<wbr />
          {amount(highest)}
        </span>
      ) : (
        <span className={css.mixed} title={`${amount(lowest)} – ${amount(highest)}`}>
          {texts.mixed}
        </span>
      )}
    </span>
  );
}

interface Badge {
  readonly key: string;
  readonly text: string;
  /** For screen readers. */
  readonly words: string;
  readonly isNew: boolean;
  readonly isOff: boolean;
}

function Limits(props: NightProps) {
  const badges = useBadges(props);
  if (badges.length === 0) return null;
  return (
    <span className={css.badges}>
      {badges.map(({ key, text, words, isNew, isOff }) => (
        <span
          key={key}
          className={css.badge}
          data-kind={key}
          data-new={isNew || undefined}
          data-off={isOff || undefined}
        >
          <span aria-hidden="true">{text}</span>
          <span className="hidden">{words} </span>
        </span>
      ))}
    </span>
  );
}

function useBadges({ row, day, target }: NightProps): Badge[] {
  const { rates: texts } = useTexts();
  const flag = (
    key: 'stopSell' | 'closedToArrival' | 'closedToDeparture',
    { short, long }: { readonly short: string; readonly long: string },
  ): Badge[] => {
    const { [key]: wanted } = target;
    const isNew = wanted !== undefined;
    if (day[key] === 0 && wanted !== true) return [];
    const isPart = !isNew && day[key] < row.resources;
    const text = isPart ? `${short} ${day[key]}/${row.resources}` : short;
    return [{ key, text, words: wanted === false ? texts.no(long) : long, isNew, isOff: wanted === false }];
  };
  const length = (key: 'minStayNights' | 'maxStayNights', sign: string, long: string): Badge[] => {
    const { [key]: wanted } = target;
    const { lowest, highest } = day[key];
    if (wanted !== undefined)
      return [
        {
          key,
          text: `${wanted ?? '–'}${sign}`,
          words: `${long} ${wanted ?? '–'}`,
          isNew: true,
          isOff: wanted === null,
        },
      ];
    const isNone = key === 'minStayNights' ? (highest ?? 1) <= 1 : lowest === null;
    if (isNone) return [];
    const span = lowest === highest ? `${lowest}` : `${lowest ?? ''}–${highest ?? ''}`;
    return [{ key, text: `${span}${sign}`, words: `${long} ${span}`, isNew: false, isOff: false }];
  };
  return [
    ...length('minStayNights', '+', texts.minimumStay),
    ...length('maxStayNights', '-', texts.maximumStay),
    ...flag('closedToArrival', { short: 'CTA', long: texts.closedToArrival }),
    ...flag('closedToDeparture', { short: 'CTD', long: texts.closedToDeparture }),
    ...flag('stopSell', { short: texts.stop, long: texts.stopSale }),
  ];
}
