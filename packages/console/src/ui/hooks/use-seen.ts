import { useEffect, useRef, useState } from 'react';

/** True once the element has been in view. */
export function useSeen<Kind extends Element>() {
  const ref = useRef<Kind>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const { current } = ref;
    if (current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setSeen(true);
      observer.disconnect();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { ref, isSeen };
}
