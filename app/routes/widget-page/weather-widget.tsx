import { WeatherPanel } from '#app/ui/weather-panel.tsx';
import { WidgetPage } from './widget-page.tsx';

export function WeatherWidgetPage() {
  return (
    <WidgetPage>
      <WeatherPanel />
    </WidgetPage>
  );
}
