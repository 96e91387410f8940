import { ToldParts } from "../../../../features/app/told-parts.tsx";
import { ViolationsPanel } from "../../../../features/violations/panel.tsx";
import { appPage } from "../app-page.ts";

export const generateMetadata = appPage("Violations");

export default function ViolationsPage() {
  return (
    <ToldParts>
      <ViolationsPanel />
    </ToldParts>
  );
}
