import type { AppView } from "@stoatflow/api";

/** Whether the app says that incidents can be simulated in it; one that is not heard of yet says nothing. */
export function simulatesIncidents(view: AppView | undefined): boolean {
  return view?.snapshot?.capabilities.includes("incidents") === true;
}
