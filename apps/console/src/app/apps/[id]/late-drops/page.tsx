import { ToldParts } from "../../../../features/app/told-parts.tsx";
import { LateDropsPanel } from "../../../../features/late-drops/panel.tsx";
import { appPage } from "../app-page.ts";

export const generateMetadata = appPage("Late drops");

export default function LateDropsPage() {
  return (
    <ToldParts>
      <LateDropsPanel />
    </ToldParts>
  );
}
