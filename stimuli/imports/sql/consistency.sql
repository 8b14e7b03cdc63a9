-- name: doubles
-- One hash of (item, system) over all cells; most tables have no double. Each row once, by its first
-- doubled column.
select row, item, system, place, first, count(*) over () from (
    select distinct on (c.row) c.row, c.item, c.system, c.place, d.first[1] as first
      from import_cell c join (
        select item, system, min(array[row, place]) as first from import_cell
         where system is not null group by item, system having count(*) > 1
      ) d on d.item = c.item and d.system = c.system
     where array[c.row, c.place] > d.first order by c.row, c.place
) doubles order by row limit {listed}

-- name: contradictions
-- A hash join of the cells that begin an item anew with the items' first rows.
select c.row, i.item, i.row, c.raw, i.raw, count(*) over ()
  from import_cell c join import_item i on i.item = c.item
 where c.raw <> i.raw order by c.row limit {listed}

-- name: without_output
-- Anti-join of the items with the cells that have a system, hashed.
select i.row, i.item, count(*) over ()
  from import_item i join import_cell e on e.row = i.row and e.system is null
 where not exists (select from import_cell c where c.item = i.item and c.system is not null)
 order by i.row limit {listed}

-- name: known_items
-- The staged items, each looked up by `item_id_once`.
select i.row, i.item, count(*) over () from import_item i
  join stimuli_item k on k.dataset_id = %(dataset)s and k.external_id = i.item
 order by i.row limit {listed}

-- name: strange_systems
-- The cells grouped by system, an anti-join with the few systems of the dataset.
select min(c.row), c.system, count(*) over () from import_cell c
 where c.system is not null and not exists (
       select from stimuli_system s
        where s.dataset_id = %(dataset)s and s.name = c.system and s.copy_of_id is null)
 group by c.system order by 1 limit {listed}
