import { ToldParts } from "../../../../features/app/told-parts.tsx";
import { LanesPanel } from "../../../../features/lanes/panel.tsx";
import { appPage } from "../app-page.ts";

export const generateMetadata = appPage("Lanes");

export default function LanesPage() {
  return (
    <ToldParts>
      <LanesPanel />
    </ToldParts>
  );
}
