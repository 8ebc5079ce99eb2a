import { memo, useMemo } from 'react';
import { EMPLOYEE_LABELS, EMPLOYEE_MAX_LENGTH, NO_PHOTO, type Employees } from '#contract/employees.ts';
import type { VersionId } from '#contract/content-version.ts';
import { adminApi } from '#app/editor/shell/admin-api.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { Loaded } from '#app/editor/shell/editor-query-view.tsx';
import { LabeledInput } from '#app/editor/field/labeled-input.tsx';
import { RowCard } from '#app/editor/lists/row-card.tsx';
import { ImageChoice } from '#app/editor/files/image-choice.tsx';
import { RowListField, type RowProps } from '#app/editor/lists/row-list.tsx';
import { useRowList } from '#app/editor/lists/use-row-list.ts';
import {
  blankReason,
  EMPLOYEES,
  FIELDS,
  fromServer,
  newEmployee,
  type DraftEmployee,
} from './employee-list.ts';

export const EmployeeSection = () => (
  <Loaded from={adminApi.employees} noun="employees">
    {(employees, version) => <EmployeesField employees={employees} version={version} />}
  </Loaded>
);

function EmployeesField({ employees, version }: { employees: Employees; version: VersionId }) {
  const saved = useMemo(() => fromServer(employees), [employees]);
  const photoUrls = useMemo(
    () => new Map(employees.map(({ imageId = '', photoUrl }) => [imageId, photoUrl])),
    [employees],
  );
  const list = useRowList(EMPLOYEES, { saved, version });
  return (
    <RowListField
      list={list}
      id="employees"
      name="Employees"
      added={{ label: 'Add employee', newRow: newEmployee }}
      empty="No employees yet."
      renderRow={(props) => <EmployeeCard {...props} photoUrls={photoUrls} />}
      renderTheirs={(employee) => FIELDS.map((field) => employee[field]).join(', ')}
    />
  );
}

/** Buttons that type a dash, which the website does not show. */
const NONE: Partial<Record<keyof DraftEmployee, string>> = { phoneNumber: 'No phone', email: 'No email' };

const EmployeeCard = memo(function EmployeeCard({
  photoUrls,
  onChange,
  onSave,
  ...card
}: RowProps<DraftEmployee> & { photoUrls: ReadonlyMap<string, string | undefined> }) {
  const { row: employee, saved } = card;
  const id = `employee-${employee.id}`;
  return (
    <RowCard {...card} id={id} noun="Employee" name={employee.name} value={employee.phoneNumber}>
      {FIELDS.map((field) => (
        <LabeledInput
          key={field}
          id={`${id}-${field}`}
          label={EMPLOYEE_LABELS[field]}
          value={employee[field]}
          required
          problem={blankReason(field, employee[field])}
          hint={
            NONE[field] && (
              <Button look="link" onClick={() => onChange(employee.id, { [field]: '-' })}>
                {NONE[field]}
              </Button>
            )
          }
          maxLength={EMPLOYEE_MAX_LENGTH[field]}
          onType={(text) => onChange(employee.id, { [field]: text })}
          onSave={onSave}
        />
      ))}
      <ImageChoice
        label={EMPLOYEE_LABELS.imageId}
        section="employee-section"
        imageId={employee.imageId === NO_PHOTO ? '' : employee.imageId}
        urls={photoUrls}
        onChoose={(imageId) =>
          onChange(employee.id, { imageId: imageId || (saved?.imageId ? NO_PHOTO : '') })
        }
      />
    </RowCard>
  );
});
