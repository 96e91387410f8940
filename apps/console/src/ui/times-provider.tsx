"use client";

import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from "react";
import { type TimePreference, timeCookie, writeTimePreference } from "../lib/format/time-preference.ts";
import { type Times, timesOf } from "../lib/format/times.ts";
import { keepChoice } from "./keep-choice.ts";

interface TimesContext {
  readonly times: Times;
  readonly choose: (preference: TimePreference) => void;
}

const Context = createContext<TimesContext | undefined>(undefined);

/** Gives every page below it the one preference of times, at first the one that the server has read. */
export function TimesProvider({
  initial,
  children,
}: {
  readonly initial: TimePreference;
  readonly children: ReactNode;
}) {
  const [preference, setPreference] = useState(initial);
  const browserZone = useBrowserZone();
  const zone = preference.zone === "browser" ? browserZone : preference.zone;
  const value = useMemo(() => {
    const choose = (next: TimePreference): void => {
      setPreference(next);
      keepChoice(timeCookie, writeTimePreference(next));
    };
    return { times: timesOf(preference, zone), choose };
  }, [preference, zone]);
  return <Context value={value}>{children}</Context>;
}

/**
 * Times as the reader wants them. They are the same object until the preference changes.
 */
export function useTimes(): Times {
  return useTimesContext().times;
}

/** The choice of them: what is chosen, and how to choose anew. */
export function useTimePreference(): readonly [TimePreference, (preference: TimePreference) => void] {
  const { times, choose } = useTimesContext();
  return [times.preference, choose];
}

/** The zone that the browser stands in. The server does not know it; nothing that it renders has a time in it. */
export function useBrowserZone(): string {
  return useSyncExternalStore(
    () => () => {},
    () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
}

function useTimesContext(): TimesContext {
  const context = useContext(Context);
  if (context === undefined) throw new Error("what shows times stands outside of a TimesProvider");
  return context;
}
