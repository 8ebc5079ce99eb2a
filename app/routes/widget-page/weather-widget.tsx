import { WeatherPanel } from '#app/ui/weather-panel.tsx';
import { WidgetPage } from './widget-page.tsx';

export default function WeatherWidgetPage() {
  return (
    <WidgetPage>
      <WeatherPanel />
    </WidgetPage>
  );
}
