import { AppsPanel } from "../features/apps/panel.tsx";
import { PageFrame } from "../ui/page-frame.tsx";

export default function AppsPage() {
  return (
    <PageFrame>
      <h1 className="sr-only">Apps</h1>
      <AppsPanel />
    </PageFrame>
  );
}
