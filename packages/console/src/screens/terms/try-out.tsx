import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays } from '@lodging/format';
import { todayIn } from '../../api/clock.ts';
import { quoteQuery } from '../../api/queries/offers.ts';
import type { OfferedStay } from '../../api/queries/offers.ts';
import { useResources } from '../../api/queries/resources.ts';
import type { ResourceRecord } from '../../api/records.ts';
import { useSession } from '../../api/session.ts';
import { billOf } from '../../desk/bill-of-quote.ts';
import { BillTable } from '../../desk/bill-table.tsx';
import { instantAt } from '../../domain/local-time.ts';
import { isComplete, readStay, withArrival, withChildren } from '../../domain/stay-request.ts';
import type { StayRequest } from '../../domain/stay-request.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { CountField } from '../../ui/fields/count-field.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import css from './terms.module.css';

const SOON_DAYS = 30;
const NIGHTS = 2;

interface TryOutProps {
  /** The code of the rule that was saved last; its line is pointed at. */
  readonly saved: string | null;
}

/** What saved taxes and fees make of a sample stay: a quote of the API, which holds nothing. */
export function TryOut({ saved }: TryOutProps) {
  const { terms: texts, booking } = useTexts();
  const { list } = useResources();
  const [sample, change] = useSample(list);
  const [quoted, setQuoted] = useState<{ offered: OfferedStay; stay: StayRequest } | null>(null);
  const shown = useQuery({
    ...quoteQuery(quoted?.offered ?? NO_STAY, quoted?.stay ?? sample.stay),
    enabled: quoted !== null,
  });
  const offered = offeredOf(sample);
  if (list.length === 0) return null;
  return (
    <Section title={texts.tryOut} className={css.tryOut}>
      <p className="quiet">{texts.tryOutHint}</p>
      <SampleFields {...{ sample, change, list }} />
      <Button
        disabled={offered === null}
        onPress={() => {
          if (offered === null) return;
          setQuoted({ offered, stay: sample.stay });
          if (quoted !== null) void shown.refetch();
        }}
      >
        {texts.tryOutShow}
      </Button>
      <Refusal error={quoted === null ? null : shown.error} onTryAgain={() => shown.refetch()} />
      {quoted !== null && shown.data !== undefined && (
        <div className={css.bill}>
          <BillTable label={booking.bill} bill={billOf(shown.data)} pointedAt={saved} />
        </div>
      )}
    </Section>
  );
}

const NO_STAY: OfferedStay = { resourceId: '', from: '', to: '' };

interface Sample {
  readonly resource: ResourceRecord | undefined;
  readonly plan: string;
  readonly stay: StayRequest;
}

type Change = (changed: Partial<{ resourceId: string; plan: string; stay: StayRequest }>) => void;

function useSample(list: readonly ResourceRecord[]): readonly [Sample, Change] {
  const { tenant } = useSession();
  const [chosen, setChosen] = useState(() => {
    const arrival = addDays(todayIn(tenant.timezone), SOON_DAYS);
    const stay = readStay({ arrival, departure: addDays(arrival, NIGHTS) }, arrival);
    return { resourceId: '', plan: '', stay };
  });
  const resource = list.find(({ id }) => id === chosen.resourceId) ?? list[0];
  const plan =
    resource?.ratePlans.find(({ code }) => code === chosen.plan)?.code ?? resource?.ratePlans[0]?.code ?? '';
  return [
    { resource, plan, stay: chosen.stay },
    (changed) => setChosen((before) => ({ ...before, ...changed })),
  ];
}

/** Null: something of it is being typed. */
function offeredOf({ resource, plan, stay }: Sample): OfferedStay | null {
  if (resource === undefined || !isComplete(stay)) return null;
  const { id, timezone, checkInTime, checkOutTime, ratePlans } = resource;
  const ratePlanId = ratePlans.find(({ code }) => code === plan)?.id;
  return {
    resourceId: id,
    ...(ratePlanId !== undefined && { ratePlanId }),
    from: instantAt(stay.arrival, checkInTime, timezone),
    to: instantAt(stay.departure, checkOutTime, timezone),
  };
}

interface SampleFieldsProps {
  readonly sample: Sample;
  readonly change: Change;
  readonly list: readonly ResourceRecord[];
}

function SampleFields({ sample: { resource, plan, stay }, change, list }: SampleFieldsProps) {
  const { newBooking: texts, terms, rates } = useTexts();
  return (
    <div className={css.row}>
      <SelectField
        label={terms.tryOutResource}
        choices={list.map(({ id, name }) => ({ value: id, label: name }))}
        value={resource?.id ?? ''}
        onChange={({ target }) => change({ resourceId: target.value })}
      />
      {(resource?.ratePlans.length ?? 0) > 0 && (
        <SelectField
          label={rates.plan}
          choices={(resource?.ratePlans ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          value={plan}
          onChange={({ target }) => change({ plan: target.value })}
        />
      )}
      <TextField
        label={texts.arrival}
        type="date"
        value={stay.arrival}
        onChange={({ target }) => change({ stay: withArrival(stay, target.value) })}
      />
      <TextField
        label={texts.departure}
        type="date"
        value={stay.departure}
        onChange={({ target }) => change({ stay: { ...stay, departure: target.value } })}
      />
      <GuestCounts {...{ stay, change }} />
    </div>
  );
}

function GuestCounts({ stay, change }: { readonly stay: StayRequest; readonly change: Change }) {
  const { newBooking: texts } = useTexts();
  const set = (changed: Partial<StayRequest>): void => change({ stay: { ...stay, ...changed } });
  return (
    <>
      <CountField
        label={texts.adults}
        value={stay.adults}
        min={1}
        max={50}
        onChange={(adults) => set({ adults })}
      />
      <CountField
        label={texts.children}
        value={stay.ages.length}
        min={0}
        max={20}
        onChange={(count) => change({ stay: withChildren(stay, count) })}
      />
      {stay.ages.map((age, child) => (
        <CountField
          key={child}
          label={texts.ageOfChild(child + 1)}
          value={age ?? 0}
          min={0}
          max={17}
          onChange={(years) => set({ ages: stay.ages.with(child, years) })}
        />
      ))}
    </>
  );
}
