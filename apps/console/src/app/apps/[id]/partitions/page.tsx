import { ToldParts } from "../../../../features/app/told-parts.tsx";
import { LongestHoldsPanel } from "../../../../features/holds/longest-panel.tsx";
import { HoldsPanel } from "../../../../features/holds/panel.tsx";
import { PartitionsPanel } from "../../../../features/partitions/panel.tsx";
import { appPage } from "../app-page.ts";

export const generateMetadata = appPage("Partitions");

export default function PartitionsPage() {
  return (
    <ToldParts>
      <PartitionsPanel />
      <LongestHoldsPanel />
      <HoldsPanel />
    </ToldParts>
  );
}
