import { ToldParts } from "../../../../features/app/told-parts.tsx";
import { IncidentsPanel } from "../../../../features/incidents/panel.tsx";
import { appPage } from "../app-page.ts";

export const generateMetadata = appPage("Incidents");

export default function IncidentsPage() {
  return (
    <ToldParts>
      <IncidentsPanel />
    </ToldParts>
  );
}
