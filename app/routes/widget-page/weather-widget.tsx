import { useRouterState } from '#app/router/router-context.tsx';
import { WeatherPanel } from '#app/ui/weather-panel.tsx';
import { WidgetPage } from './widget-page.tsx';
import styles from './widget-page.module.css';

const TABS = [
  { path: '/weather-overview', label: 'Forecast', frame: 'forecast' },
  { path: '/weather-detail', label: 'Map', frame: 'map' },
] as const;

/** Renders the forecast or the map, with a link to the other page. */
export default function WeatherWidgetPage() {
  const { path: current } = useRouterState();
  return (
    <WidgetPage>
      <nav className={`${styles.tabs} link-row`} aria-label="Forecast and map">
        {TABS.map(({ path, label }) => (
          <a key={path} href={path} aria-current={path === current ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <WeatherPanel only={TABS.find(({ path }) => path === current)?.frame} />
    </WidgetPage>
  );
}
