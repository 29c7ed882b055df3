import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../../api/permissions.ts';
import { pricingQuery } from '../../../api/queries/rates.ts';
import { useResources } from '../../../api/queries/resources.ts';
import type { ResourceRecord } from '../../../api/records.ts';
import { failureOf } from '../../../api/use-read.ts';
import { priceRows, siblingsOf } from '../../../domain/prices/price-rows.ts';
import type { PriceRow } from '../../../domain/prices/price-rows.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/fields/field.tsx';
import { Refusal } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { WhoMay } from '../../../ui/who-may.tsx';
import { NothingToPrice } from '../nothing-to-price.tsx';
import { PlanEditor } from './plan-editor.tsx';
import { PlanTable } from './plan-table.tsx';
import css from './plans.module.css';
import { PricingEditor } from './pricing-editor.tsx';

/** Each resource costs a request. */
const MOST_RESOURCES = 60;
const GENERIC = 'generic';

interface PlansTabProps {
  readonly roomType: string | undefined;
  readonly onRoomType: (roomType: string | undefined) => void;
}

/** Plans and prices of what is sold, by room type. */
export function PlansTab({ roomType, onRoomType }: PlansTabProps) {
  const { prices: texts, rates } = useTexts();
  const { list, isLoaded } = useResources();
  const onSale = list.filter(({ archivedAt }) => archivedAt === null);
  const groups = [...Map.groupBy(onSale, ({ roomType: type }) => type?.id ?? GENERIC)].map(
    ([id, resources]) => ({ id, name: resources[0]?.roomType?.name ?? texts.generic, resources }),
  );
  const shown = groups.filter(({ id }) => roomType === undefined || id === roomType);
  const isTooMuch = roomType === undefined && onSale.length > MOST_RESOURCES;
  return (
    <>
      <div className={css.choice}>
        <SelectField
          label={rates.roomType}
          choices={[
            { value: '', label: rates.allTypes },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={roomType ?? ''}
          onChange={({ target }) => onRoomType(target.value || undefined)}
        />
      </div>
      {!isLoaded && <Skeleton rows={6} />}
      {isLoaded && onSale.length === 0 && <NothingToPrice />}
      <WhoMay permission="operate" />
      {isTooMuch && <p>{texts.chooseType}</p>}
      {!isTooMuch && shown.map((group) => <TypePlans key={group.id} {...group} />)}
    </>
  );
}

interface TypePlansProps {
  readonly id: string;
  readonly name: string;
  readonly resources: readonly ResourceRecord[];
}

/** A row as it was when its editor was opened: what is read meanwhile changes neither. */
interface Opened {
  readonly row: PriceRow;
  readonly siblings: readonly ResourceRecord[];
  readonly what: 'prices' | 'terms';
}

function TypePlans({ id, name, resources }: TypePlansProps) {
  const { prices: texts } = useTexts();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const queries = useQueries({ queries: resources.map((one) => pricingQuery(one.id)) });
  const byId = new Map(resources.map((one, at) => [one.id, queries[at]?.data]));
  const failed = queries.find((query) => failureOf(query) !== null);
  const rows = priceRows(resources, (resourceId) => byId.get(resourceId));
  const isReading = queries.some(({ data, error }) => data === undefined && error === null);
  const currency = resources[0]?.currency ?? '';
  const own = resources.filter((one) => one.currency === currency);
  return (
    <section aria-label={name}>
      <div className={css.type}>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        {may('operate') && id !== GENERIC && (
          <Button onPress={() => setAdding(true)} aria-label={texts.addPlanTo(name)}>
            {texts.addPlan}
          </Button>
        )}
      </div>
      <Refusal error={failed?.error} onTryAgain={() => failed?.refetch()} />
      {isReading ? (
        <Skeleton rows={3} />
      ) : (
        rows.length > 0 && (
          <PlanTable
            label={texts.plansOf(name)}
            rows={rows}
            onOpen={(row, what) => setOpened(openedOf(row, resources, what))}
          />
        )
      )}
      {!isReading && rows.length === 0 && <p>{texts.noPlans}</p>}
      {opened !== null && <OpenedEditor {...opened} onClose={() => setOpened(null)} />}
      {isAdding && (
        <PlanEditor
          plan={null}
          currency={currency}
          siblings={own}
          chosen={own}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}

function openedOf(row: PriceRow, resources: readonly ResourceRecord[], what: Opened['what']): Opened {
  return { row, siblings: row.plan === null ? row.resources : siblingsOf(row, resources), what };
}

function OpenedEditor({ row, siblings, what, onClose }: Opened & { readonly onClose: () => void }) {
  if (what === 'prices') return <PricingEditor {...{ row, siblings, onClose }} />;
  if (row.plan === null) return null;
  const { plan, currency, resources: chosen } = row;
  return <PlanEditor {...{ plan, currency, siblings, chosen, onClose }} />;
}
