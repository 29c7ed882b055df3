import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { todayIn } from '../../api/clock.ts';
import { useSession } from '../../api/session.ts';
import { readSearch, writeSearch } from '../../app/search.ts';
import { readStay, writeStay } from '../../domain/stay-request.ts';
import type { StayRequest } from '../../domain/stay-request.ts';

const route = getRouteApi('/new-booking');

/** The stay in the fields. The address follows it; a link to this page, such as one of the calendar, replaces it. */
export function useStayRequest() {
  const { like, ...search } = route.useSearch();
  const navigate = route.useNavigate();
  const { tenant } = useSession();
  const written = writeSearch(search);
  const [stay, setStay] = useState(() => readStay(search, todayIn(tenant.timezone)));
  const ours = useRef(new Set([written]));
  useEffect(() => {
    if (ours.current.has(written)) return;
    ours.current.add(written);
    setStay(readStay(readSearch(written), todayIn(tenant.timezone)));
  }, [written, tenant.timezone]);
  const change = (next: StayRequest): void => {
    setStay(next);
    const nextSearch = writeStay(next);
    ours.current.add(writeSearch(nextSearch));
    void navigate({ search: { ...nextSearch, like }, replace: true });
  };
  return { stay, change, like };
}
